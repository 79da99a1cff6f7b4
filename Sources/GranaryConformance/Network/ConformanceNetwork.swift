public import Granary

/// Declares that a backend reaches its stores over a network, so that the promises about lost connections apply to it.
///
/// The kit puts a ``ConnectionProxy`` in between, and requests the same store through it:
///
/// ```swift
/// harness.network = ConformanceNetwork(port: 5432) { configuration, port in
///     var configuration = configuration
///     configuration.options["host"] = "127.0.0.1"
///     configuration.options["port"] = "\(port)"
///     return configuration
/// }
/// ```
public struct ConformanceNetwork: Sendable {
    /// The IPv4 address of the server, in figures.
    public var host: String
    /// The port at which the server takes connections.
    public var port: UInt16
    /// Whether a store hears of others' saves (``Capabilities/foreignSaves``) over the same connection, so that it
    /// stops hearing when that is cut; true unless it is set.
    public var carriesNotices = true
    /// Makes the configuration that reaches the same store through a port of this machine, at 127.0.0.1.
    public var through: @Sendable (_ configuration: StoreConfiguration, _ port: UInt16) -> StoreConfiguration

    /// Makes the description of a server, which is on this machine unless its address is given.
    ///
    /// The configuration may also set limits of time, so that the backend gives up in a few seconds; a promise has a
    /// minute.
    public init(
        host: String = "127.0.0.1", port: UInt16,
        through:
            @escaping @Sendable (_ configuration: StoreConfiguration, _ port: UInt16) ->
            StoreConfiguration
    ) {
        self.host = host
        self.port = port
        self.through = through
    }
}
