import type { Page } from '@playwright/test'

type Provider = { request: (options: { method: string; params?: unknown }) => Promise<unknown> }

/** Result of a request, or code and message of its refusal (EIP-1193). */
export type Answered<Result> = { result: Result } | { code: number; message: string }

/** Sends a request to the embedded wallet of a page as any library would (EIP-6963). */
export function askProvider<Result>({
  page,
  method,
  params,
}: {
  page: Page
  method: string
  params?: unknown
}): Promise<Answered<Result>> {
  return page.evaluate(
    async ({ method, params }) => {
      const provider = await new Promise<Provider>((resolve) => {
        addEventListener('eip6963:announceProvider', (event) => {
          const { info, provider: announced } = (event as CustomEvent).detail
          if (info.rdns === 'dev.latchkey.wallet') resolve(announced)
        })
        dispatchEvent(new Event('eip6963:requestProvider'))
      })
      try {
        return { result: (await provider.request({ method, params })) as Result }
      } catch (error) {
        const { code, message } = error as { code: number; message: string }
        return { code, message }
      }
    },
    { method, params },
  ) as Promise<Answered<Result>>
}
