#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The meaning of an error number of the operating system.
package struct SystemFailure {
    /// The kind of failure.
    package let code: GranaryError.Code
    /// The meaning and the remedy, as the end of a sentence.
    package let advice: String

    /// Explains a value of `errno`; `thing` names the object of the call, `file` or `directory`.
    package init(_ number: Int32, about thing: String) {
        (code, advice) =
            switch number {
            case EACCES, EPERM, EROFS:
                (.denied, "access was refused. Check the permissions of the \(thing) and of its directory.")
            case ENOENT: (.notFound, "there is no such file or directory.")
            case ENOSPC, EDQUOT: (.full, "no space is left. Make room.")
            case ELOOP: (.denied, "the path is a symbolic link. Name the \(thing) itself.")
            case ENOTDIR: (.denied, "a part of the path is not a directory. Correct the location.")
            case ENAMETOOLONG: (.denied, "the path is too long. Choose a shorter one.")
            default: (.io, String(cString: strerror(number)) + ".")
            }
    }
}
