#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif
internal import Granary

/// What the number that a failed call of the operating system has left means.
struct SystemFailure {
    /// The kind of failure.
    let code: GranaryError.Code
    /// What it means and what to do, as the end of a sentence.
    let advice: String

    init(_ number: Int32) {
        (code, advice) =
            switch number {
            case EACCES, EPERM, EROFS:
                (.denied, "access was refused. Check the permissions of the directory and its files.")
            case ENOENT: (.notFound, "there is no such file or directory.")
            case ENOSPC, EDQUOT: (.full, "no space is left. Make room.")
            case ELOOP: (.denied, "the path is a symbolic link. Name the directory itself.")
            case ENOTDIR: (.denied, "a part of the path is not a directory. Correct the location.")
            case ENAMETOOLONG: (.denied, "the path is too long. Choose a shorter one.")
            default: (.io, String(cString: strerror(number)) + ".")
            }
    }
}
