/// A directory by device and inode.
struct DirectoryIdentity: Sendable, Hashable {
    let device: UInt64
    let node: UInt64
}
