#if Services
    import Granary
    import GranaryAccounts
    import GranaryConformance
    import GranaryMemory
    import GranaryService
    import GranaryTestSupport
    import ServiceLifecycle
    import Testing

    /// Stacks, accounts and modules run as services, and services as modules.
    @Suite(.timeLimit(.minutes(1))) struct ServiceTests {
        @Model final class Person {
            @Attribute(.primaryKey) var name: String

            init(_ name: String) { self.name = name }
        }

        @Test func modulesStartAndStopWithTheGroup() async throws {
            let diary = ServiceDiary()
            let modules = Modules { NotedModule<First>(diary, "first") }
            let group = ServiceGroup(services: [modules])
            let running = Task { try await group.run() }
            await diary.reach("start first")
            await group.triggerGracefulShutdown()
            try await running.value
            #expect(diary.all == ["start first", "stop first"])
        }

        @Test func aServerBeginsWhenTheStoresAreOpenAndEndsBeforeTheyClose() async throws {
            let diary = ServiceDiary()
            let stack = try stoppedStack()
            let service = StackService(stack) { stack in
                Modules {
                    NotedModule<First>(diary, "importer") { surroundings in
                        try await surroundings.stack.perform { context in
                            try context.insert(Person("Ada"))
                            try context.save()
                        }
                    }
                    ServiceModule(needs: [NotedModule<First>.self]) { surroundings in
                        Server(diary: diary, stack: try surroundings.stack)
                    }
                }
            }
            let group = ServiceGroup(services: [service])
            let running = Task { try await group.run() }
            await diary.reach("serving 1")
            await group.triggerGracefulShutdown()
            try await running.value
            #expect(diary.all == ["start importer", "serving 1", "served 1", "stop importer"])
            #expect(stack.status.phase == .closed)
        }

        @Test func accountsAreOpenBeforeTheirServer() async throws {
            let diary = ServiceDiary()
            let schema = try Schema("Service", models: [Person.self, AccountRecord.self])
            let configuration = StackConfiguration(stores: [
                StoreConfiguration(name: "Default", type: "memory")
            ])
            let service = AccountsService {
                try await Accounts.open(
                    schema, configuration: configuration, backends: [.memory], users: Person.self,
                    modules: { account in Modules { NotedModule<Second>(diary, "account's") } })
            } modules: { accounts in
                Modules {
                    ModuleEntry(
                        NotedModule<First>(diary, "program's") { _ in
                            _ = try await accounts.create(Person("Ada").snapshot)
                        })
                }
            }
            let group = ServiceGroup(services: [service])
            let running = Task { try await group.run() }
            await diary.reach("start program's")
            await group.triggerGracefulShutdown()
            try await running.value
            #expect(diary.all == ["start account's", "start program's", "stop program's", "stop account's"])
        }

        @Test func aServiceThatFailsEndsTheRest() async throws {
            let diary = ServiceDiary()
            let stack = try stoppedStack()
            let service = StackService(stack) { _ in
                Modules {
                    NotedModule<First>(diary, "first")
                    ServiceModule(FailingService(), needs: [NotedModule<First>.self])
                }
            }
            await #expect(throws: ServiceTrouble.self) { try await service.run() }
            #expect(diary.all == ["start first", "stop first"])
            #expect(stack.status.phase == .closed)
        }

        @Test func aServiceThatJustReturnsEndsTheRestToo() async throws {
            let modules = Modules { ServiceModule(ReturningService()) }
            await #expect(throws: ServiceGroupError.self) { try await modules.run() }
        }

        @Test func anEssentialModuleThatFailsEndsTheRest() async throws {
            let diary = ServiceDiary()
            let stack = try stoppedStack()
            let service = StackService(stack) { _ in
                Modules {
                    NotedModule<First>(diary, "first")
                    NotedModule<Second>(diary, "second") { _ in throw ServiceTrouble() }
                }
            }
            let error = await #expect(throws: GranaryError.self) { try await service.run() }
            #expect(error?.code == .moduleFailed)
            #expect(diary.all.last == "stop first" && stack.status.phase == .closed)
        }

        @Test func storesThatCannotBeOpenedAreTheErrorOfTheService() async throws {
            let service = StackService { throw ServiceTrouble() }
            await #expect(throws: ServiceTrouble.self) { try await service.run() }
        }

        @Test func aShutdownGivesUpWhatStarts() async throws {
            let diary = ServiceDiary()
            let stack = try stoppedStack()
            let service = StackService(stack) { _ in
                Modules {
                    NotedModule<First>(diary, "first") { _ in
                        diary.note("starting")
                        try await Task.sleep(for: .seconds(3_600))
                    }
                }
            }
            let group = ServiceGroup(services: [service])
            let running = Task { try? await group.run() }
            await diary.reach("starting")
            await group.triggerGracefulShutdown()
            _ = await running.value
            #expect(diary.all == ["starting"] && stack.status.phase == .closed)
        }

        @Test func aCancellationStopsModulesAndClosesTheStores() async throws {
            let diary = ServiceDiary()
            let stack = try stoppedStack()
            let service = StackService(stack) { _ in Modules { NotedModule<First>(diary, "first") } }
            let running = Task { try await service.run() }
            await diary.reach("start first")
            running.cancel()
            _ = await running.result
            #expect(diary.all == ["start first", "stop first"] && stack.status.phase == .closed)
        }

        @Test func aModuleOfAServiceStartsAgain() async throws {
            let diary = ServiceDiary()
            let stack = try startedStack(of: [Person.self])
            let modules = Modules { ModuleEntry(ServiceModule(Server(diary: diary, stack: stack)), .lazy) }
            let running = try await modules.start(with: stack)
            for _ in 0..<2 {
                _ = try await running[ServiceModule<Server>.self]
                try await running.stop(ServiceModule<Server>.self)
            }
            await running.stop()
            try await stack.close()
            #expect(diary.all.filter { $0 == "served 0" }.count <= 2)
            #expect(running.report.failures.isEmpty, "\(running.report)")
        }

        private func stoppedStack() throws -> PersistentStack {
            let stack = PersistentStack(
                try Schema("Service", models: [Person.self]), registry: try StoreRegistry(backends: [.memory])
            )
            try stack.attachPersistentStores(for: [StoreConfiguration(name: "Default", type: "memory")])
            return stack
        }

        /// A service that counts people while it runs and when it ends.
        struct Server: Service {
            let diary: ServiceDiary
            let stack: PersistentStack

            func run() async throws {
                diary.note("serving \(try await stack.perform { try $0.count(Person.all) })")
                try await gracefulShutdown()
                diary.note("served \(try await stack.perform { try $0.count(Person.all) })")
            }
        }

        private struct FailingService: Service {
            func run() async throws { throw ServiceTrouble() }
        }

        private struct ReturningService: Service {
            func run() async throws {}
        }
    }
#endif
