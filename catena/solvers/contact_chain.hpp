#pragma once
// One chain of solvers for contacts, stops and drives. The links are tried in turn until one finds
// forces with a residual below the tolerance; the result names this link.

#include <Eigen/Core>
#include <array>
#include <memory>
#include <span>

#include "catena/solvers/contact_law.hpp"
#include "catena/solvers/step_problem.hpp"

namespace catena {

enum class ChainLink : unsigned char {
  Start,     // the guess, or no force at all, was right
  Sweeps,    // one block after the other, each exactly (Jean 1999)
  Newton,    // all at once, from the guess or from the sweeps (Alart & Curnier 1991)
  Interior,  // from the inside of all cones, then Newton
  Admm,      // alternating directions with De Saxce's correction, then Newton
  Proximal,  // regularised problems that approach the true one, Newton's method for each
  Thorough,  // continuation in friction and damping, many starts
  Lemke,     // pivoting on pyramids in place of cones, then Newton
  None,      // nobody arrived: the best of all
};
inline constexpr std::size_t chain_links = 9;
const char* name_of(ChainLink link);

struct ChainOptions {
  double tolerance = 1e-10;  // of the residual
  bool warm = false;         // x holds forces to begin with, the last ones as a rule
  // Of quick links, an answer with this residual will do where the tolerance is missed; 0: none.
  double enough = 0.0;
  // Without a guess, redundant contacts take the smallest forces (sum of squares as given).
  bool smallest = true;
  // The last link to be tried: Newton is what never takes long, Lemke is everything.
  ChainLink last = ChainLink::Lemke;
  // Of these, only what ends soon: not all ways from the inside of the cones, and no W.
  bool brief = false;

  // Miller & Christensen's method: the pyramid first, and the links where it does not arrive. It
  // has no two-sided cones with friction. Without polish its answer is returned as it is.
  bool pyramid_first = false;
  int edges = 8;            // of the pyramid, at least 3
  bool equal_area = false;  // as large as the cone; else inscribed
  bool polish = true;
};

struct ChainReport {
  bool solved = false;
  // How far forces and velocities are from the laws (docs/contact.md, "The chain of solvers"). Of a
  // pyramid's answer that was not polished: how far they are from the law of the pyramid.
  double residual = 0.0;
  ChainLink link = ChainLink::None;
  int iterations = 0;  // of the link that answered: sweeps, Newton steps, pivots ...
  // Not solved because no forces up to 1e10 times the size of q keep all normals apart: what holds
  // them moves together. Said only where there is a certificate (Farkas' lemma); what is neither
  // solved nor impossible may have a solution.
  bool impossible = false;
  // Not solved because rounding alone leaves as much as this residual: no other numbers are better.
  bool at_rounding = false;
};

// Compressed rows of a square matrix.
struct CompressedRows {
  int rows = 0;
  std::span<const int> begin;  // rows + 1
  std::span<const int> column;
  std::span<const double> value;
};

// The workspace. Nothing allocates once problems of that size were solved by the links that are
// needed; the same input gives the same bits. One object per thread.
class ContactChain {
 public:
  ContactChain();
  ~ContactChain();
  ContactChain(ContactChain&&) noexcept;
  ContactChain& operator=(ContactChain&&) noexcept;

  // System form. x: forces (guess and answer); v, u: velocities of the coordinates and of the rows.
  ChainReport solve(const StepProblem& problem, std::span<double> x, std::span<double> v,
                    std::span<double> u, const ChainOptions& options = {});

  // W form: u = W x + q with a W that need be neither symmetric nor regular. The laws cover the
  // rows one after the other.
  ChainReport solve(const Eigen::Ref<const Eigen::MatrixXd>& W, std::span<const double> q,
                    std::span<const ContactLaw> laws, std::span<double> x, std::span<double> u,
                    const ChainOptions& options = {});
  ChainReport solve(const CompressedRows& W, std::span<const double> q,
                    std::span<const ContactLaw> laws, std::span<double> x, std::span<double> u,
                    const ChainOptions& options = {});

 private:
  struct Workspace;
  std::unique_ptr<Workspace> work_;
};

}  // namespace catena
