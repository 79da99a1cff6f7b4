/// The version of Granary.
public enum GranaryVersion {
    /// The version of this library and of the tool built with it, as in the package's tags.
    public static let current = "0.1.0"
}
