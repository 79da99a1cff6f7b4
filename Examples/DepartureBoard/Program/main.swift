import DepartureBoard

await BoardProgram.main()
