#include "catena/sim/setup.hpp"
