extension LogScan {
    /// The bytes of every whole save up to the end or to the damage, each joined from its parts.
    ///
    /// - Throws: the errors of reading the log.
    func records() throws -> [[UInt8]] {
        var (records, parts): ([[UInt8]], [UInt8]) = ([], [])
        var offset = 0
        while offset < log.count, case .record(let end, let kind) = try record(at: offset) {
            let start = offset + Self.head
            offset = end
            guard let kind, start <= end else { continue }
            if kind == .full || kind == .first { parts = [] }
            if start < end {
                parts += try log.withBlock(at: start) { bytes in
                    let first = start % LogBytes.block
                    return Array(bytes[first..<first + (end - start)])
                }
            }
            if kind == .full || kind == .last { records.append(parts) }
        }
        return records
    }
}
