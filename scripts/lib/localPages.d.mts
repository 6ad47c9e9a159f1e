export function localPages(options: {
  folder: string
  run: (options: { name: string; file: string; args: readonly string[] }) => Promise<void>
}): Record<'wallet' | 'site' | 'phone' | 'subscription' | 'sandbox', Promise<string>>
