internal import CPostgreSQL
internal import Dispatch
internal import GranarySQL

/// A pointer to an open connection.
struct EngineHandle {
    let pointer: OpaquePointer
}
