/** Holds the imports of a checkout against the rules in `.dependency-cruiser.mjs`. */
export function cruiseImports(options?: {
  folder?: string
  within?: readonly string[]
}): Promise<{ problems: string[]; circularImports: number; count: number }>
