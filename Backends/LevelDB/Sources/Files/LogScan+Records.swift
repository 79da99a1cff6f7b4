extension LogScan {
    /// The bytes of every whole save up to the end or to what is damaged, each put together of its parts.
    func records() -> [[UInt8]] {
        var (records, parts): ([[UInt8]], [UInt8]) = ([], [])
        var offset = 0
        while offset < bytes.count, case .record(let end, let kind) = record(at: offset) {
            let start = offset + Self.head
            offset = end
            guard let kind, start <= end else { continue }
            if kind == .full || kind == .first { parts = [] }
            parts += bytes[start..<end]
            if kind == .full || kind == .last { records.append(parts) }
        }
        return records
    }
}
