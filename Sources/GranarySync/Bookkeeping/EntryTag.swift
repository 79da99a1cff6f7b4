/// The bytes that identify the kind of a value.
enum EntryTag {
    static let null: UInt8 = 0
    static let no: UInt8 = 1
    static let yes: UInt8 = 2
    static let integer: UInt8 = 3
    static let real: UInt8 = 4
    static let text: UInt8 = 5
    static let data: UInt8 = 6
    static let date: UInt8 = 7
    static let uuid: UInt8 = 8
    static let decimal: UInt8 = 9
}
