extension StoreOptions {
    /// Makes options from texts.
    public init(_ values: [String: String]) {
        self.init()
        for (name, value) in values { self[name] = value }
    }

    /// The value of a yes-or-no option.
    ///
    /// - Throws: ``GranaryError/Code/configuration`` when the text is of another kind, which validation
    ///   against ``StoreBackend/options`` rules out.
    public func bool(_ name: String, default fallback: Bool) throws -> Bool {
        try value(name, OptionText.bool, "true or false") ?? fallback
    }

    /// The value of a whole-number option.
    ///
    /// - Throws: ``GranaryError/Code/configuration``, as ``bool(_:default:)`` does.
    public func integer(_ name: String, default fallback: Int) throws -> Int {
        try value(name, OptionText.integer, "a whole number") ?? fallback
    }

    /// The value of a size option, in bytes.
    ///
    /// - Throws: ``GranaryError/Code/configuration``, as ``bool(_:default:)`` does.
    public func bytes(_ name: String, default fallback: Int) throws -> Int {
        try value(name, OptionText.bytes, "a size such as 64MB") ?? fallback
    }

    /// The value of a duration option, in milliseconds.
    ///
    /// - Throws: ``GranaryError/Code/configuration``, as ``bool(_:default:)`` does.
    public func milliseconds(_ name: String, default fallback: Int) throws -> Int {
        try value(name, OptionText.milliseconds, "a time such as 5s") ?? fallback
    }

    /// The value of a text or choice option.
    public func text(_ name: String, default fallback: String) -> String { self[name] ?? fallback }

    private func value<T>(_ name: String, _ read: (String) -> T?, _ allowed: String) throws -> T? {
        guard let text = self[name] else { return nil }
        if let value = read(text) { return value }
        var error = GranaryError(.configuration, "The value of the option “\(name)” is not \(allowed).")
        error.context.keyPath = "options.\(name)"
        throw error
    }
}

extension StoreOptions: CustomReflectable {
    /// The names only: `dump` and debuggers do not show values, which may be secrets.
    public var customMirror: Mirror { Mirror(self, children: [("names", names)]) }
}
