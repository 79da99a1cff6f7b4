internal import GranaryStore

/// Keys in ascending order, each once, passed to a statement in parts.
final class KeyList: RowSource {
    /// How many keys one statement lists at most; measured best between 100 and 500.
    static let partSize = 256

    private let keys: [ObjectKey]
    private let statement: Statement
    private let size: Int
    private var next = 0

    /// Makes the list for a statement that takes a number of keys at a time.
    init(_ keys: [ObjectKey], size: Int, _ statement: Statement) {
        self.keys = keys
        self.size = size
        self.statement = statement
    }

    /// The number of places of a statement for some keys: a power of two, so that there are few such statements.
    ///
    /// Compound keys are looked up one by one: SQLite searches no index for a list of rows of values.
    static func size(for keys: [ObjectKey]) -> Int {
        if case .compound? = keys.first { return 1 }
        return SQLiteDialect.listSize(min(keys.count, partSize))
    }

    /// Sets the parameters to the next keys; places that are left repeat the last of them.
    func bindNext() throws -> Bool {
        guard next < keys.count else { return false }
        var parameter: Int32 = 1
        for place in 0..<size {
            parameter = try statement.bind(keys[min(next + place, keys.count - 1)], at: parameter)
        }
        next += size
        return true
    }
}

extension Statement {
    /// Sets consecutive parameters to the parts of a key; returns the number of the next parameter.
    func bind(_ key: ObjectKey, at parameter: Int32) throws -> Int32 {
        switch key {
        case .integer(let value): try bind(Value.integer(value), at: parameter)
        case .uuid(let value): try bind(Value.uuid(value), at: parameter)
        case .text(let value): try bind(Value.text(value), at: parameter)
        case .compound(let values):
            for (offset, value) in values.enumerated() { try bind(value, at: parameter + Int32(offset)) }
            return parameter + Int32(values.count)
        }
        return parameter + 1
    }
}
