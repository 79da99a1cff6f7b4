internal import GranaryStore

/// The mark of a table that was repaired and whose pairs have not been checked since.
enum RepairFlag {
    static let prefix: [UInt8] = [KeySpace.metadata] + Array("repaired".utf8)

    static func key(of table: Int) -> [UInt8] { prefix + table.twoBytes }
}
