internal import GranaryStore

/// A statement has more parts, or deeper ones, than the engine was built for.
struct StatementTooComplex: Error {}
