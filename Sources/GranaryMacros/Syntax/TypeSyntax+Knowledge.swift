import SwiftSyntax

/// The macro's knowledge of the types of attributes by their names.
extension TypeSyntax {
    /// Integers that fit 64 signed bits.
    static let keyIntegers: Set = ["Int", "Int64", "Int32", "Int16", "Int8", "UInt32", "UInt16", "UInt8"]
    /// Types with a column type of their own, read back exactly as they were.
    private static let exactScalars: Set = keyIntegers.union([
        "UInt", "UInt64", "Bool", "Double", "Float", "String", "Data", "UUID", "Decimal", "URL",
    ])

    /// Whether values of the type are stored in a column type of their own, `Date` included.
    var isScalar: Bool { isExactScalar || lastName == "Date" }

    /// Whether values of the type are read back exactly as they were assigned.
    var isExactScalar: Bool { Self.exactScalars.contains(lastName) && argumentCount == 0 }

    /// Whether the framework makes the values of a key of this type.
    var isGeneratedKey: Bool { lastName == "UUID" || Self.keyIntegers.contains(lastName) }

    /// Whether a key of one attribute can have the type, as far as its name tells; unknown names are for the compiler.
    var mayBeKey: Bool { isGeneratedKey || lastName == "String" || (!isScalar && isNamed) }

    /// Whether an attribute of a compound key can have the type, as far as its name tells.
    var mayBeKeyPart: Bool { mayBeKey || lastName == "Bool" || lastName == "Date" }

    /// Whether the type may be an enumeration: a name the macro does not know.
    var mayBeEnumeration: Bool { (wrapped ?? self).isNamed && !(wrapped ?? self).isScalar }

    private var isNamed: Bool { !lastName.isEmpty && argumentCount == 0 }
}
