#pragma once
// Block-sparse matrices A = W^T W for tests, with rows of W that reach only blocks that the pattern
// couples. Vectors have six numbers per block; columns of W beyond the rows of a block are zero.

#include <Eigen/Core>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "catena/solvers/block_ldlt.hpp"

namespace catena {

using Eigen::MatrixXd, Eigen::VectorXd;
using Pairs = std::vector<std::pair<int, int>>;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

struct Pattern {
  std::string name;
  int blocks;
  Pairs pairs;
};

inline Pattern dense(int n) {
  Pattern p{"dense", n, {}};
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      p.pairs.push_back((i + j) % 2 == 0 ? std::pair(i, j) : std::pair(j, i));
  return p;
}

inline Pattern ring(int n) {
  Pattern p{"ring", n, {}};
  for (int i = 0; i < n; ++i) p.pairs.emplace_back(i, (i + 1) % n);
  return p;
}

inline Pattern chain_pattern(int n) {
  Pattern p = ring(n);
  p.name = "chain";
  p.pairs.pop_back();
  return p;
}

inline Pattern star(int n) {
  Pattern p{"star", n, {}};
  for (int i = 1; i < n; ++i) p.pairs.emplace_back(0, i);
  return p;
}

inline Pattern random_graph(int n, double density, std::mt19937_64& random) {
  Pattern p{"random", n, {}};
  std::bernoulli_distribution coupled(density), turned(0.5);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      if (coupled(random)) p.pairs.push_back(turned(random) ? std::pair(i, j) : std::pair(j, i));
  return p;
}

inline std::vector<Pattern> patterns(std::mt19937_64& random) {
  return {dense(1),
          dense(2),
          dense(6),
          chain_pattern(2),
          chain_pattern(12),
          ring(3),
          ring(13),
          star(2),
          star(11),
          random_graph(8, 0.2, random),
          random_graph(14, 0.3, random),
          random_graph(20, 0.1, random)};
}

inline MatrixXd random_matrix(int rows, int columns, std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  return MatrixXd::NullaryExpr(rows, columns, [&] { return normal(random); });
}

inline std::vector<int> random_rows(int blocks, int least, std::mt19937_64& random) {
  std::uniform_int_distribution<int> count(least, 6);
  std::vector<int> rows(static_cast<std::size_t>(blocks));
  for (int& r : rows) r = count(random);
  return rows;
}

// `own` rows of W for each block alone and `shared` rows for each pair.
inline MatrixXd random_root(const Pattern& p, const std::vector<int>& rows, int own, int shared,
                            std::mt19937_64& random) {
  const int pairs = static_cast<int>(p.pairs.size());
  MatrixXd W = MatrixXd::Zero(own * p.blocks + shared * pairs, 6 * p.blocks);
  const auto put = [&](int row, int count, int block) {
    const int columns = rows[static_cast<std::size_t>(block)];
    W.block(row, 6 * block, count, columns) = random_matrix(count, columns, random);
  };
  for (int i = 0; i < p.blocks; ++i) put(own * i, own, i);
  for (int k = 0; k < pairs; ++k) {
    put(own * p.blocks + shared * k, shared, p.pairs[static_cast<std::size_t>(k)].first);
    put(own * p.blocks + shared * k, shared, p.pairs[static_cast<std::size_t>(k)].second);
  }
  return W;
}

// Hands A = W^T W over, with numbers beyond the rows of blocks that must not be read.
inline void write(const MatrixXd& A, const Pattern& p, const std::vector<int>& rows,
                  BlockLdlt& ldlt) {
  const auto put = [&](int i, int j, double* to) {
    for (int c = 0; c < 6; ++c)
      for (int r = 0; r < 6; ++r)
        to[6 * c + r] =
            r < rows[static_cast<std::size_t>(i)] && c < rows[static_cast<std::size_t>(j)]
                ? A(6 * i + r, 6 * j + c)
                : nan;
  };
  for (int i = 0; i < p.blocks; ++i) {
    ldlt.set_rows(i, rows[static_cast<std::size_t>(i)]);
    put(i, i, ldlt.diagonal(i));
  }
  for (std::size_t k = 0; k < p.pairs.size(); ++k)
    put(p.pairs[k].first, p.pairs[k].second, ldlt.coupling(static_cast<int>(k)));
}

}  // namespace catena
