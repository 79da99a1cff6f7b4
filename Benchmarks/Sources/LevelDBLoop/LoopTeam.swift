internal import FoundationEssentials

/// A team with a key of sixteen bytes, as a plain class.
final class LoopTeam {
    let id: UUID
    var name: String
    var version: Int64

    init(_ id: UUID, _ name: String, version: Int64) {
        self.id = id
        self.name = name
        self.version = version
    }

    @inline(__always) init(_ key: UnsafeRawBufferPointer, _ record: UnsafeRawBufferPointer) {
        id = UUID(uuid: key.loadUnaligned(fromByteOffset: 4, as: uuid_t.self))
        var reader = LoopReader(record: record)
        version = reader.version()
        name = reader.text()
    }

    func encode(_ key: LoopBytes, _ record: LoopBytes) {
        key.begin(LoopFormat.teams)
        key.append(id)
        record.beginRecord(version: version)
        record.append(name, field: 2)
    }
}
