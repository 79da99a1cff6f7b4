print("granary")
