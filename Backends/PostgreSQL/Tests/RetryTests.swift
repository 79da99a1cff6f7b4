import Granary
import GranaryConformance
import GranaryPostgreSQL
import GranaryTestSupport
import Synchronization
import Testing

/// What the server gives up because of others is a retryable error, and the unit of work is done again.
@Suite(.enabled(if: TestServer.isWanted), .timeLimit(.minutes(2))) struct RetryTests {
    /// Adds one to the balances of the first two accounts, and returns how often it was tried.
    private func addOne(_ stack: PersistentStack) async throws -> Int {
        let attempts = Mutex(0)
        var options = ContextOptions()
        options.retries = 10
        try await stack.perform(options) { context in
            attempts.withLock { $0 += 1 }
            for id in 1...2 { try context.object(Account.self, id)?.balance += 1 }
            try context.save()
        }
        return attempts.withLock { $0 }
    }

    /// Runs a body with a stack over two accounts, a connection of another program, and the schema's name.
    private func withStack(
        _ parameters: String = "",
        _ body: (PersistentStack, Outsider, String) async throws -> Void
    ) async throws {
        let ledger = try Ledger(url: TestServer.url() + parameters)
        defer { ledger.destroy() }
        let stack = try PersistentStack(ledger.schema, registry: StoreRegistry(backends: [.postgresql]))
        try await stack.attachPersistentStore(for: ledger.configuration)
        try await stack.start()
        try await stack.perform { context in
            for id in 1...2 { try context.insert(Account(id: id, label: "\(id)")) }
            try context.save()
        }
        let schema = "\"\(ledger.configuration.options["schema"] ?? "")\""
        try await body(stack, Outsider(TestServer.url()), schema)
        try await stack.close()
    }

    @Test func aDeadlockIsTriedAgain() async throws {
        // The unit of work waits first, and finds the circle when the other has closed it; the other never looks.
        try await withStack("&options=-c%20deadlock_timeout%3D3s") { stack, outsider, schema in
            let number = "nextval('\(schema).granary_version')"
            let update =
                "UPDATE \(schema).\"Account\" SET balance = 5, granary_version = \(number) WHERE id ="
            try outsider.run("SET deadlock_timeout = '10min'; BEGIN; \(update) 2")
            let closing = OtherThread {
                try outsider.wait(until: Outsider.isAwaited)
                try outsider.run("\(update) 1; COMMIT")
            }
            // The next attempt may be faster than the other, and close the circle again.
            #expect(try await addOne(stack) > 1)
            try closing.finish()
            let balances = try outsider.run("SELECT balance FROM \(schema).\"Account\" ORDER BY id")
            #expect(balances == [["6"], ["6"]])
        }
    }

    @Test(arguments: ["serialization_failure", "deadlock_detected", "lock_not_available"])
    func whatTheServerGivesUpIsTriedAgain(_ condition: String) async throws {
        try await withStack { stack, outsider, schema in
            // The number is counted although the rest is rolled back.
            try outsider.run(
                """
                CREATE SEQUENCE \(schema).failures;
                CREATE FUNCTION \(schema).fail() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN IF nextval('\(schema).failures') = 1 THEN
                RAISE EXCEPTION 'given up' USING ERRCODE = '\(condition)'; END IF; RETURN NULL; END $$;
                CREATE CONSTRAINT TRIGGER fail AFTER UPDATE ON \(schema)."Account"
                DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION \(schema).fail()
                """)
            #expect(try await addOne(stack) == 2)
            let balances = try outsider.run("SELECT balance FROM \(schema).\"Account\" ORDER BY id")
            #expect(balances == [["1"], ["1"]])
        }
    }
}
