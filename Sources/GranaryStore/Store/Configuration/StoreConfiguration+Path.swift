extension StoreConfiguration {
    /// The name of the file or directory: the one given, else `<name>.<type>` in lower case.
    public var fileName: String { file ?? "\(name).\(type.name)".lowercased() }

    /// The path of the store's file or directory, for backends that keep one.
    ///
    /// - Throws: ``GranaryError/Code/configuration`` when the file's or directory's name is not allowed.
    public func resolvedPath() throws -> String {
        if let fault = PathRule.fault(file: fileName) { throw pathError("file", "The file name \(fault).") }
        guard let location else { return fileName }
        if let fault = PathRule.fault(directory: location) {
            throw pathError("location", "The location \(fault).")
        }
        return PathRule.join(location, fileName)
    }

    private func pathError(_ key: String, _ message: String) -> GranaryError {
        var error = GranaryError(.configuration, message)
        error.context.store = name
        error.context.keyPath = "stores.\(name).\(key)"
        return error
    }
}
