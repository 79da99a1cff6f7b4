#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif
import Granary

/// The file of one secret.
struct SecretFile: Sendable {
    /// The suffix of a file that is about to replace another one; no name of a place has this character.
    private static let unfinished = "~new"
    /// More than any credential has; a larger file is no secret of ours.
    private static let longest = 1 << 20

    private let directory: String
    private let path: String

    init(_ directory: String, _ place: String) {
        self.directory = directory
        path = PathRule.join(directory, StandardPlaces.component(place))
    }

    /// The content; `nil` where there is no file, and for one that is too large to be a secret.
    func read() throws -> [UInt8]? {
        let file = Self.repeated { open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK) }
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw failure(errno, "reading a credential")
        }
        defer { close(file) }
        try requirePrivate(file)
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 4_096)
        while bytes.count <= Self.longest {
            let count = Self.repeated {
                part.withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, off_t(bytes.count)) }
            }
            guard count >= 0 else { throw failure(errno, "reading a credential") }
            if count == 0 { return bytes }
            bytes += part.prefix(count)
        }
        return nil
    }

    /// Replaces the file as a whole, durably.
    func replace(with bytes: [UInt8]) throws {
        try PrivateDirectory.make(
            directory, at: StorePlace(StoreType("secrets"), store: "secrets", path: directory))
        // What is stored must be found again.
        try requirePrivateDirectory()
        let temporary = path + Self.unfinished
        // What a killed process has left.
        unlink(temporary)
        let file = Self.repeated {
            open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        }
        guard file >= 0 else { throw failure(errno, "making the file of a credential") }
        defer { close(file) }
        guard fchmod(file, 0o600) == 0, write(bytes, to: file), Self.repeated({ fsync(file) }) == 0,
            rename(temporary, path) == 0
        else {
            let number = errno
            unlink(temporary)
            throw failure(number, "writing a credential")
        }
        try synchronize()
    }

    /// Removes the file, durably.
    func remove() throws {
        unlink(path + Self.unfinished)
        guard unlink(path) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { return }
            throw failure(errno, "removing a credential")
        }
        try synchronize()
    }

    private func requirePrivate(_ file: Int32) throws {
        var status = stat()
        guard fstat(file, &status) == 0 else { throw failure(errno, "examining a credential") }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw denied("There is something in the place of a credential that is not a file. Remove it.")
        }
        guard status.st_mode & 0o077 == 0, status.st_uid == geteuid() else {
            throw denied(
                "Others may read or change the file of a credential, so it is not used. Give it to the user of the program with mode 0600 if you trust it, or remove it and sign in again."
            )
        }
        try requirePrivateDirectory()
    }

    /// Throws if others may write the directory, or own it, and so exchange the files in it; one that a link leads to
    /// counts like any other.
    private func requirePrivateDirectory() throws {
        var status = stat()
        guard stat(directory, &status) == 0 else {
            throw failure(errno, "examining the directory of credentials")
        }
        guard status.st_mode & 0o022 == 0, [geteuid(), 0].contains(status.st_uid) else {
            throw denied(
                "Others may exchange the files of credentials, so they are not used. Give their directory to the user of the program, with mode 0700."
            )
        }
    }

    private func write(_ bytes: [UInt8], to file: Int32) -> Bool {
        var offset = 0
        while offset < bytes.count {
            let count = Self.repeated {
                bytes.withUnsafeBytes { bytes in
                    pwrite(file, bytes.baseAddress.map { $0 + offset }, bytes.count - offset, off_t(offset))
                }
            }
            guard count > 0 else { return false }
            offset += count
        }
        return true
    }

    private func synchronize() throws {
        let file = Self.repeated { open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard file >= 0 else { throw failure(errno, "opening the directory of credentials") }
        defer { close(file) }
        guard Self.repeated({ fsync(file) }) == 0 || errno == EINVAL else {
            throw failure(errno, "making the directory of credentials durable")
        }
    }

    /// Repeats a call that a signal has interrupted, as on a network's file system.
    private static func repeated<Number: SignedInteger>(_ call: () -> Number) -> Number {
        while true {
            let result = call()
            if result >= 0 || errno != EINTR { return result }
        }
    }

    private func failure(_ number: Int32, _ doing: String) -> GranaryError {
        let failure = SystemFailure(number, about: "file")
        var error = GranaryError(failure.code, "The system failed while \(doing): \(failure.advice)")
        if number == ELOOP {
            error = denied(
                "The file of a credential is a symbolic link, so it is not used. Remove it and sign in again."
            )
        }
        error.context.path = path
        error.context.engineCode = Int(number)
        return error
    }

    private func denied(_ message: String) -> GranaryError {
        var error = GranaryError(.denied, message)
        error.context.path = path
        return error
    }
}
