/// The range of bytes in a buffer.
struct ByteRange: BitwiseCopyable {
    let offset: Int
    let count: Int
}
