#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif
internal import Granary

extension StorePlace {
    /// The error for a failed call of the operating system, by the number it left.
    func systemError(_ number: Int32, doing what: String) -> GranaryError {
        let (code, advice): (GranaryError.Code, String) =
            switch number {
            case EACCES, EPERM, EROFS:
                (.denied, "access was refused. Check the permissions of file and directory.")
            case ENOENT: (.notFound, "there is no such file or directory.")
            case ENOSPC, EDQUOT: (.full, "no space is left. Make room.")
            case ELOOP: (.denied, "the path is a symbolic link. Name the file itself.")
            case ENOTDIR: (.denied, "a part of the path is not a directory. Correct the location.")
            case ENAMETOOLONG: (.denied, "the path is too long. Choose a shorter one.")
            default: (.io, String(cString: strerror(number)) + ".")
            }
        return error(code, "The system failed while \(what): \(advice)", engineCode: number)
    }
}
