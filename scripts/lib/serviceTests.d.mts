export function serviceTests(folder: string): string[]
export function leftToServices(folder: string, options: { hasServices: boolean }): string[]
