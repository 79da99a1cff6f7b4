internal import CSQLite
internal import FoundationEssentials
internal import GranaryStore

/// The core's conversion of values as an SQL function, so that every store converts alike.
enum ConversionFunction {
    private static let name = "granary_convert"

    /// The call that converts a value of one kind to another.
    static func call(_ expression: String, from old: AttributeType, to new: AttributeType) -> String {
        "\(name)(\(expression), '\(old.rawValue)', '\(new.rawValue)')"
    }

    /// Adds the function to a connection, whose ``Connection/functionFailure`` it sets.
    static func register(on connection: Connection) throws {
        let code = sqlite3_create_function_v2(
            connection.handle.pointer, name, 3, SQLITE_UTF8 | SQLITE_DETERMINISTIC,
            Unmanaged.passRetained(connection.functionFailure).toOpaque(),
            { context, _, arguments in ConversionFunction.convert(context, arguments) }, nil, nil,
            { if let failure = $0 { Unmanaged<FunctionFailure>.fromOpaque(failure).release() } })
        guard code == SQLITE_OK else {
            throw EngineError(code: code, message: "").translated(
                at: connection.place, doing: "defining a function")
        }
    }

    private static func convert(
        _ context: OpaquePointer?, _ arguments: UnsafeMutablePointer<OpaquePointer?>?
    ) {
        guard let arguments, let old = AttributeType(rawValue: text(arguments[1])),
            let new = AttributeType(rawValue: text(arguments[2]))
        else { return sqlite3_result_error_nomem(context) }
        if sqlite3_value_type(arguments[0]) == SQLITE_NULL { return sqlite3_result_null(context) }
        do {
            try give(ValueConversion.convert(value(arguments[0], old), to: new), context)
        } catch {
            if let failure = sqlite3_user_data(context) {
                Unmanaged<FunctionFailure>.fromOpaque(failure).takeUnretainedValue().error = error
            }
            sqlite3_result_error(context, "granary", -1)
        }
    }

    private static func text(_ value: OpaquePointer?) -> String {
        sqlite3_value_text(value).map { String(cString: $0) } ?? ""
    }

    private static func value(_ argument: OpaquePointer?, _ type: AttributeType) throws -> Value {
        switch type {
        case .bool: return .bool(sqlite3_value_int64(argument) != 0)
        case .integer: return .integer(sqlite3_value_int64(argument))
        case .decimal: return .decimal(try DecimalEncoding.decode(text(argument)))
        case .uuid:
            guard let bytes = sqlite3_value_blob(argument), sqlite3_value_bytes(argument) == 16 else { break }
            return .uuid(UUID(uuid: bytes.loadUnaligned(as: uuid_t.self)))
        default: break
        }
        throw GranaryError(
            .malformed, "A stored value is not of its column's kind, \(type.rawValue). Correct the row.")
    }

    private static func give(_ value: Value, _ context: OpaquePointer?) throws {
        switch value {
        case .real(let number): sqlite3_result_double(context, number)
        case .decimal(let number): give(try DecimalEncoding.encode(number), context)
        case .text(let text): give(text, context)
        default: sqlite3_result_null(context)
        }
    }

    private static func give(_ text: String, _ context: OpaquePointer?) {
        sqlite3_result_text(context, text, -1, Statement.copied)
    }
}

extension Statement {
    /// A column of the current row as a value of a kind that a key may have.
    func value(at column: Int32, as type: AttributeType) -> Value {
        if isNull(at: column) { return .null }
        switch type {
        case .bool: return .bool(integer(at: column) != 0)
        case .integer: return .integer(integer(at: column))
        case .date: return .date(integer(at: column))
        case .uuid:
            guard let bytes = sqlite3_column_blob(pointer, column),
                sqlite3_column_bytes(pointer, column) == 16
            else { return .null }
            return .uuid(UUID(uuid: bytes.loadUnaligned(as: uuid_t.self)))
        default: return .text(text(at: column))
        }
    }
}
