import Granary

/// Estimates the bytes that a row holds in memory, as ``CacheSize`` describes.
enum RowBytes {
    /// What leads to a row: its object, and its place in the dictionary and in the order of use.
    private static let places = 200
    /// The bytes of a row with a few short texts.
    static let ofUsualRow = 400

    /// The bytes of a snapshot.
    static func of(_ snapshot: some ModelSnapshot, _ entity: Entity) -> Int {
        places + SnapshotBytes.of(snapshot, in: entity)
    }
}
