export function serviceTests(folder: string): string[]
export const onServicesAlone: string[]
