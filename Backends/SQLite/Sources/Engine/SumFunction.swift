internal import CSQLite
internal import GranaryStore

/// Sums and averages as SQL functions over the core's exact ones.
///
/// SQLite's own `sum` fails when an intermediate step overflows, and rounds floating-point numbers at each step; these
/// give the same answer as every other store, in any order of rows.
enum SumFunction {
    /// The function for a kind of number.
    static func name(of type: AttributeType, isAverage: Bool) -> String {
        "granary_\(type.rawValue)_\(isAverage ? "average" : "sum")"
    }

    /// Adds the functions to a connection, whose ``Connection/functionFailure`` they set.
    static func register(on connection: Connection) throws {
        try add(IntegerTotal.self, .integer, connection)
        try add(RealTotal.self, .real, connection)
        try add(DecimalTotal.self, .decimal, connection)
    }

    private static func add<T: Total>(
        _ total: T.Type, _ type: AttributeType, _ connection: Connection
    ) throws {
        for isAverage in [false, true] {
            let function = FunctionState(isAverage: isAverage, failure: connection.functionFailure)
            let code = sqlite3_create_function_v2(
                connection.handle.pointer, name(of: type, isAverage: isAverage), 1,
                SQLITE_UTF8 | SQLITE_DETERMINISTIC, Unmanaged.passRetained(function).toOpaque(), nil, T.step,
                T.finish, { if let state = $0 { Unmanaged<FunctionState>.fromOpaque(state).release() } })
            guard code == SQLITE_OK else {
                throw EngineError(code: code, message: "").translated(
                    at: connection.place, doing: "defining a function")
            }
        }
    }

    private static func function(_ context: OpaquePointer?) -> FunctionState? {
        sqlite3_user_data(context).map { Unmanaged<FunctionState>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Takes the next value; the total is made at the first one and kept in the engine's memory for this
    /// group.
    @inline(__always) static func step<T: Total>(
        _ type: T.Type, _ context: OpaquePointer?, _ values: UnsafeMutablePointer<OpaquePointer?>?
    ) {
        guard
            let slot = sqlite3_aggregate_context(context, Int32(MemoryLayout<UnsafeMutableRawPointer?>.size))
        else { return sqlite3_result_error_nomem(context) }
        let stored = slot.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
        let present = stored.pointee ?? Unmanaged.passRetained(TotalHolder<T>()).toOpaque()
        stored.pointee = present
        do {
            try Unmanaged<TotalHolder<T>>.fromOpaque(present)._withUnsafeGuaranteedRef {
                try $0.total.add(values?.pointee)
            }
        } catch {
            fail(context, error)
        }
    }

    /// Passes the result of a group to the engine.
    static func finish<T: Total>(_ type: T.Type, _ context: OpaquePointer?) {
        guard let function = function(context) else { return sqlite3_result_error_nomem(context) }
        // Asking for no bytes returns the existing memory, and nothing when no row came.
        let slot = sqlite3_aggregate_context(context, 0)?.assumingMemoryBound(
            to: UnsafeMutableRawPointer?.self)
        let holder = slot?.pointee.map { Unmanaged<TotalHolder<T>>.fromOpaque($0).takeRetainedValue() }
        slot?.pointee = nil
        do {
            try (holder?.total ?? T()).result(context, isAverage: function.isAverage)
        } catch {
            fail(context, error)
        }
    }

    private static func fail(_ context: OpaquePointer?, _ error: any Error) {
        function(context)?.failure.error = error
        sqlite3_result_error(context, "granary", -1)
    }
}

/// The state of a function between its calls.
private final class FunctionState {
    let isAverage: Bool
    let failure: FunctionFailure

    init(isAverage: Bool, failure: FunctionFailure) {
        self.isAverage = isAverage
        self.failure = failure
    }
}

/// The total of one group.
private final class TotalHolder<T: Total> {
    // One access at a time: the engine adds one value after the other.
    @exclusivity(unchecked) var total = T()
}
