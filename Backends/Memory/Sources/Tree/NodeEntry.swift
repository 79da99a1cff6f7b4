internal import GranaryStore

/// The content of a node at a position.
struct NodeEntry {
    let bits: UInt128
    let row: StoredRow
    let child: RowNode?
}
