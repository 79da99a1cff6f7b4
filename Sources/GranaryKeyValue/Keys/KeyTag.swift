/// The first byte of each element of a key, its type; `Docs/Design/key-encoding.md` has the full format.
enum KeyTag {
    /// Null; nothing follows.
    static let null: UInt8 = 0x05
    /// False; nothing follows.
    static let no: UInt8 = 0x10
    /// True; nothing follows.
    static let yes: UInt8 = 0x11
    /// The tag of the integer zero.
    ///
    /// A positive integer adds the number of bytes that follow; a negative one subtracts one more than that number.
    static let integer: UInt8 = 0x29
    /// The tag of the date zero, with the same rule as for an integer.
    static let date: UInt8 = 0x49
    /// A floating-point number; 8 bytes follow.
    static let real: UInt8 = 0x60
    /// A decimal number; its ordered text and 00 follow.
    static let decimal: UInt8 = 0x68
    /// Text; UTF-8 and 00 follow.
    static let text: UInt8 = 0x70
    /// Data; the bytes, with 00 FF for 00, and 00 follow.
    static let data: UInt8 = 0x78
    /// An identifier; 16 bytes follow.
    static let uuid: UInt8 = 0x80
    /// A byte that sorts after every element, and so ends a range of keys with a prefix.
    static let afterAll: UInt8 = 0xff
}
