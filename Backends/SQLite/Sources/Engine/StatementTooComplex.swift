internal import Granary

/// A statement has more parts, or deeper ones, than the engine was built for.
struct StatementTooComplex: Error {}
