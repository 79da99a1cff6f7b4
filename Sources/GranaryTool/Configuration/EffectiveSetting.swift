/// A setting in effect, with where its value comes from.
struct EffectiveSetting: Equatable {
    /// The key in a configuration file, such as `stores`, `Main`, `options` and `cacheSize`.
    let key: [String]
    /// The value as a file has it, in place of a secret that it is one; `nil` where nothing is set.
    let value: String?
    /// A file with its line, a variable, an argument, `program`, or `default`.
    let origin: String
}
