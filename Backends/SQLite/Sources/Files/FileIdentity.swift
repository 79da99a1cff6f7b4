/// A file by device and inode.
struct FileIdentity: Sendable, Hashable {
    let device: UInt64
    let node: UInt64
}
