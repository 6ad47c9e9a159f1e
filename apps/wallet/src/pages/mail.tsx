import { walletAssets } from 'virtual:wallet-assets'
import { render } from 'preact'
import { openWalletStore } from '../device/openWalletStore.ts'
import { createApi } from '../login/createApi.ts'
import { createDpop } from '../login/createDpop.ts'
import { cardEn } from '../messages/cardEn.ts'
import { commonEn } from '../messages/commonEn.ts'
import { createMessageLoader } from '../messages/createMessageLoader.ts'
import { windowEn } from '../messages/windowEn.ts'
import { createMailCalls } from '../windows/createMailCalls.ts'
import { MailScreen, type MailScreenProps } from '../windows/MailScreen.tsx'
import { takeToken } from '../windows/takeToken.ts'
import { fetchAsset } from '../worker/fetchAsset.ts'

const token = takeToken({ window })
const loadMessages = createMessageLoader({
  // The effects of requests are shown in the other windows.
  english: { ...commonEn, ...cardEn, ...windowEn },
  assets: walletAssets.messages,
  fetchText: (asset) => fetchAsset({ asset }),
})
const { language, messages } = await loadMessages(navigator.language)
const dpop = createDpop({
  store: await openWalletStore({}),
  locked: (name, work) => navigator.locks.request(name, work),
  now: () => Date.now(),
  randomUUID: () => crypto.randomUUID(),
})
const api = createApi({ baseUrl: location.origin, fetch: (...request) => fetch(...request), dpop })

const root = document.getElementById('root')
if (root !== null) {
  render(
    <MailScreen
      page={location.pathname.slice('/w/'.length) as MailScreenProps['page']}
      calls={createMailCalls({ api })}
      token={token}
      messages={messages}
      language={language}
    />,
    root,
  )
}
