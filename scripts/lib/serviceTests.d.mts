export function serviceTests(folder: string): string[]
