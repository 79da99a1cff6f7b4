/// The snapshots of a list that say something new about stored objects.
package struct SnapshotNews<Object: Model> {
    /// The positions of the snapshots, in order.
    package let positions: [Int]
    /// Their objects that exist: they stay loaded while they are held.
    package let objects: [Object]
}
