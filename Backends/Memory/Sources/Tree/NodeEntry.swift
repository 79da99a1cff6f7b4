internal import Granary

/// What a node has at a position.
struct NodeEntry {
    let bits: UInt128
    let row: StoredRow
    let child: RowNode?
}
