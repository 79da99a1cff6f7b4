/// A query in the language of the store's engine, written as a string literal: interpolated values become bound
/// parameters, interpolated models and fields become quoted names.
///
/// ```swift
/// let query: NativeQuery =
///     "SELECT \(Flight.fields.carrier), count(*) FROM \(Flight.self) WHERE \(Flight.fields.delay) > \(60) GROUP BY 1"
/// ```
///
/// Only text in the program's source becomes part of the query: a `String` is bound like any other value. A model
/// becomes the name of its table, an attribute or a relationship to one that of its column; the engine's own quoting
/// applies to both.
public struct NativeQuery: Sendable, ExpressibleByStringInterpolation {
    enum Part: Sendable {
        case text(String)
        case parameter(Value)
        case table(entity: String)
        case readable(entity: String)
        case column(entity: String, property: String)
    }

    let parts: [Part]
    /// The entities that the query names in their readable form only.
    var entitiesInReadableForm: Set<String> {
        var (readable, stored): (Set<String>, Set<String>) = ([], [])
        for part in parts {
            switch part {
            case .readable(let entity): readable.insert(entity)
            case .table(let entity): stored.insert(entity)
            case .text, .parameter, .column: break
            }
        }
        return readable.subtracting(stored)
    }
    /// The fault of the query, thrown when it is used.
    let problem: GranaryError?

    /// Makes a query without parameters.
    @_documentation(visibility: private)
    public init(stringLiteral text: StaticString) { self.init(parts: [.text("\(text)")], problem: nil) }

    /// Makes a query from its parts.
    @_documentation(visibility: private)
    public init(stringInterpolation: Interpolation) {
        self.init(parts: stringInterpolation.parts, problem: stringInterpolation.problem)
    }

    private init(parts: [Part], problem: GranaryError?) {
        self.parts = parts
        self.problem = problem
    }

    /// Collects the parts of a literal.
    public struct Interpolation: StringInterpolationProtocol {
        var parts: [Part] = []
        var problem: GranaryError?

        /// Makes an interpolation without parts.
        @_documentation(visibility: private)
        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// Adds a piece of the literal.
        @_documentation(visibility: private)
        public mutating func appendLiteral(_ literal: StaticString) {
            if literal.utf8CodeUnitCount > 0 { parts.append(.text("\(literal)")) }
        }

        /// Adds a value, which is bound.
        public mutating func appendInterpolation<V: AttributeValue>(_ value: V) {
            do {
                parts.append(.parameter(try value._storedValue()))
            } catch {
                refuse("A value in the native query cannot be stored.", error)
            }
        }

        /// Adds the name of a model's table.
        public mutating func appendInterpolation<M: Model>(_ model: M.Type) {
            parts.append(.table(entity: M.modelDescription.name))
        }

        /// Adds the name of a model's table in the form that people read: `FROM \(readable: Order.self)`.
        ///
        /// In a SQLite store with dates, UUIDs or decimals this is a view with these values as texts, in every other
        /// store the table itself. Where a query names a model in this form only, its columns may be used in functions
        /// of dates and in calculations; to compare a decimal, write `CAST(\(Order.fields.freight) AS NUMERIC)`.
        public mutating func appendInterpolation<M: Model>(readable model: M.Type) {
            parts.append(.readable(entity: M.modelDescription.name))
        }

        /// Adds the name of an attribute's column.
        public mutating func appendInterpolation<M: Model, V>(_ field: TypedExpression<M, V>) {
            guard case .attribute(let path, let name) = field.tree, path.isEmpty else {
                return refuse("Only an attribute of a model itself has a column in a native query.")
            }
            parts.append(.column(entity: M.modelDescription.name, property: name))
        }

        /// Adds the name of the column of a relationship to one.
        public mutating func appendInterpolation<M: Model, Target: Model>(_ field: ToOneField<M, Target>) {
            guard field.path.count == 1, let name = field.path.first else {
                return refuse("Only a relationship of a model itself has a column in a native query.")
            }
            parts.append(.column(entity: M.modelDescription.name, property: name))
        }

        private mutating func refuse(_ message: String, _ cause: (any Error)? = nil) {
            problem = problem ?? GranaryError(.query, message, cause: cause)
        }
    }
}
