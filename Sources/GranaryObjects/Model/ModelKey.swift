/// A type that can be a primary key: integers, `UUID`, `String`, and the compound keys that `@Model` makes.
///
/// Programs do not conform to it.
public protocol ModelKey: Hashable, Sendable, Codable {
    /// 128 bits for the identity map: the key itself where it fits, else a hash of its bytes.
    @_documentation(visibility: private)
    var keyBits: KeyBits { get }
    /// The key without its type.
    @_documentation(visibility: private)
    var objectKey: ObjectKey { get }
    /// Makes a key from one without type; `nil` when it is of another kind or out of range.
    @_documentation(visibility: private)
    init?(objectKey: ObjectKey)
    /// Reads a key from consecutive columns and moves the position past them; `nil` when one of them is null.
    static func _decode(_ row: borrowing Row, at column: inout Int) throws -> Self?
    /// Writes the key to consecutive columns and moves the position past them.
    func _encode(into writer: any ColumnWriter, at column: inout Int)
    /// The kinds of the columns a key occupies.
    static var _columnTypes: [AttributeType] { get }
    /// How many columns a key occupies.
    static var _columnCount: Int { get }
    /// How keys are generated when the program does not set them.
    @_documentation(visibility: private)
    static var generation: _KeyGeneration { get }
    /// The value of a key that is not set yet, in an object that is not inserted.
    @_documentation(visibility: private)
    static var unassigned: Self { get }
}

extension ModelKey {
    /// One column, as for every key that is not compound.
    @inlinable public static var _columnCount: Int { 1 }
}
