internal import CSQLite
internal import FoundationEssentials
internal import GranaryStore

/// Adds values of one kind up.
protocol Total {
    /// Makes the total of nothing.
    init()
    /// Takes a value as the engine passes it; null is passed over.
    mutating func add(_ value: OpaquePointer?) throws
    /// Passes the sum or the average to the engine.
    func result(_ context: OpaquePointer?, isAverage: Bool) throws

    /// The function that the engine calls for each row; compiled for the kind, as it runs once for each of them.
    static var step: StepFunction { get }
    /// The function that the engine calls at the end of a group.
    static var finish: FinishFunction { get }
}

/// A function that SQLite calls with the arguments of each row.
typealias StepFunction =
    @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void
/// A function that SQLite calls for the result of a group.
typealias FinishFunction = @convention(c) (OpaquePointer?) -> Void

private let malformedNumber = GranaryError(
    .malformed,
    "A stored value is not a number of its column's kind. Correct the row, or the attribute's type.")

/// Integers.
struct IntegerTotal: Total {
    static var step: StepFunction { { SumFunction.step(IntegerTotal.self, $0, $2) } }
    static var finish: FinishFunction { { SumFunction.finish(IntegerTotal.self, $0) } }

    private var sum = IntegerSum()

    mutating func add(_ value: OpaquePointer?) throws {
        switch sqlite3_value_type(value) {
        case SQLITE_NULL: return
        case SQLITE_INTEGER: sum.add(sqlite3_value_int64(value))
        default: throw malformedNumber
        }
    }

    func result(_ context: OpaquePointer?, isAverage: Bool) throws {
        guard isAverage else { return sqlite3_result_int64(context, try sum.sum()) }
        if let average = sum.average {
            sqlite3_result_double(context, average)
        } else {
            sqlite3_result_null(context)
        }
    }
}

/// Floating-point numbers.
struct RealTotal: Total {
    static var step: StepFunction { { SumFunction.step(RealTotal.self, $0, $2) } }
    static var finish: FinishFunction { { SumFunction.finish(RealTotal.self, $0) } }

    private var sum = RealSum()

    mutating func add(_ value: OpaquePointer?) throws {
        switch sqlite3_value_type(value) {
        case SQLITE_NULL: return
        case SQLITE_FLOAT: sum.add(sqlite3_value_double(value))
        default: throw malformedNumber
        }
    }

    func result(_ context: OpaquePointer?, isAverage: Bool) throws {
        guard isAverage else { return sqlite3_result_double(context, try sum.sum()) }
        if let average = try sum.average() {
            sqlite3_result_double(context, average)
        } else {
            sqlite3_result_null(context)
        }
    }
}

/// Decimals, in their ordered text form.
struct DecimalTotal: Total {
    static var step: StepFunction { { SumFunction.step(DecimalTotal.self, $0, $2) } }
    static var finish: FinishFunction { { SumFunction.finish(DecimalTotal.self, $0) } }

    private var sum = DecimalSum()

    mutating func add(_ value: OpaquePointer?) throws {
        switch sqlite3_value_type(value) {
        case SQLITE_NULL: return
        case SQLITE_TEXT:
            let bytes = UnsafeRawBufferPointer(
                start: sqlite3_value_text(value), count: Int(sqlite3_value_bytes(value)))
            sum.add(try DecimalEncoding.decode(bytes))
        default: throw malformedNumber
        }
    }

    func result(_ context: OpaquePointer?, isAverage: Bool) throws {
        guard let decimal = isAverage ? try sum.average() : try sum.sum() else {
            return sqlite3_result_null(context)
        }
        let text = try DecimalEncoding.encode(decimal)
        sqlite3_result_text(context, text, -1, Statement.copied)
    }
}
