import { version } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HostApp } from './HostApp.tsx'

const element = document.getElementById('root')
if (!element) throw new Error('The page has no #root')
const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce || undefined
document.documentElement.dataset.react = version

const root = hydrateRoot(element, <HostApp nonce={nonce} />)
document.getElementById('unmount')?.addEventListener('click', () => root.unmount())
