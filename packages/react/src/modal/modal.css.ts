import { css } from '../styles/css.ts'
import { controlsCss } from '../ui/controls.css.ts'
import { listCss } from '../ui/list.css.ts'
import { pieceCss } from '../ui/pieces.css.ts'
import { forcedColorsCss } from './forcedColors.css.ts'

/** Styles of the dialog, the card and its motion, and the parts that all views use. */
export const modalCss =
  css(`
:host{display:block!important;position:static!important;z-index:var(--lk-z-index,999)!important;-webkit-text-size-adjust:100%!important}
.root{position:relative;z-index:var(--lk-z-index,999);font:400 16u/1.4 var(--font);color:var(--t1);text-align:start;-webkit-font-smoothing:antialiased;-moz-osx-font-smoothing:grayscale;font-variant-ligatures:no-contextual}
button,input,textarea{font:inherit;color:inherit;letter-spacing:inherit;margin:0}
h2,h3,p,ul,dl,dd{margin:0;padding:0;font:inherit}
ul{list-style:none}
button,a,summary{-webkit-tap-highlight-color:transparent;cursor:pointer}
button:disabled{cursor:default}
:focus-visible{outline:2px solid var(--accent-text);outline-offset:2px}
.title:focus,.title:focus-visible{outline:none}
.figures{font-variant-numeric:tabular-nums;white-space:nowrap;direction:ltr;unicode-bidi:isolate}
:host([dir=rtl]) .root *{letter-spacing:0!important}
:host([dir=rtl]) .icon[data-turns]{transform:scaleX(-1)}
.unknown{color:var(--t3)}
[hidden]{display:none!important}

.dialog{position:fixed;inset:0;width:100%;height:100%;max-width:none;max-height:none;margin:0;padding:16u;border:0;overflow:hidden;background:none;color:inherit;
 display:none;place-items:center;overscroll-behavior:contain;opacity:0;
 transition:opacity .12s ease-out,display .12s allow-discrete,overlay .12s allow-discrete}
.dialog[open]{display:grid;opacity:1}
.dialog[data-behind]::backdrop{background:none}
.dialog[data-behind] .card{visibility:hidden}
.dialog:focus,.dialog:focus-visible{outline:none}
.dialog::backdrop{background:var(--veil);opacity:0;transition:opacity .12s ease-out,display .12s allow-discrete,overlay .12s allow-discrete}
.dialog[open]::backdrop{opacity:1}
@starting-style{.dialog[open]{opacity:.5}.dialog[open]::backdrop{opacity:0}}

.card{position:relative;display:flex;flex-direction:column;width:100%;max-width:360u;min-width:0;overflow:hidden;border-radius:24r;background:var(--s0);box-shadow:var(--shadow);
 transition:transform .12s cubic-bezier(.2,.8,.2,1)}
.dialog .card{max-height:calc(100dvh - 32u);transform:scale(.985) translateY(6u)}
.dialog[open] .card{transform:none}
@starting-style{.dialog[open] .card{transform:scale(.985) translateY(6u)}}
.card[data-shake]{animation:shake .5s cubic-bezier(.36,.07,.19,.97)}
@keyframes shake{12%,88%{translate:-2px}25%,75%{translate:4px}38%,62%{translate:-7px}50%{translate:7px}}
.embedded{display:flex;justify-content:center}
.embedded .card{box-shadow:inset 0 0 0 1px var(--line)}

.header{display:grid;grid-template-columns:44u 1fr 44u;align-items:center;flex:none;height:64u;padding:2u 14u 0}
.header-side{display:grid;place-items:center start}
.header-side[data-end]{place-items:center end}
.title{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden;text-align:center;text-wrap:balance;overflow-wrap:anywhere;line-height:1.25;font-size:17u;font-weight:600;letter-spacing:-.012em;animation:title .12s ease-out}
@keyframes title{from{opacity:.4}}

.stage{position:relative;overflow-x:hidden;overflow-y:auto;min-height:0;max-height:calc(min(780u,100dvh - 32u) - 64u);overscroll-behavior:contain;scrollbar-width:none}
.stage::-webkit-scrollbar{display:none}
.stage[data-moving]{overflow-y:hidden}
.stage::after{content:"";position:sticky;bottom:0;z-index:2;display:block;height:20u;margin-top:-20u;background:linear-gradient(transparent,var(--s0));pointer-events:none}
.ghost{position:absolute;inset-inline:0;top:0;min-height:100%;background:var(--s0);pointer-events:none}
.view{display:flex;flex-direction:column;gap:12u;padding:4u 20u 20u}
.content>div>.list{padding:4u 20u 20u}

.refusal{display:grid;grid-template-rows:0fr;align-items:center;overflow:hidden;color:var(--loss-text);background:var(--loss-soft);font-size:14u;font-weight:500}
.refusal[data-shown]{display:flex;flex:none;gap:10u;padding:12u 20u 14u}
.refusal .icon{width:18u;height:18u;flex:none}

.alert[data-shown]{display:flex;align-items:flex-start;gap:10u;flex:none;padding-block:12u;padding-inline:20u 10u;color:var(--t1);background:var(--loss-soft);font-size:14u;line-height:1.4}
.alert>.icon{width:18u;height:18u;margin-top:1u;color:var(--loss-text)}
.alert-text{flex:1;min-width:0;overflow-wrap:anywhere}
.alert strong{font-weight:600}
.alert .more p{margin-top:4u;max-height:96u;overflow-y:auto;color:var(--t1)}
.alert .icon-button{width:28u;height:28u;margin:-4u 0}
.alert .icon-button .icon{width:16u;height:16u}

.toast{position:fixed;inset:auto auto auto 50%;top:24u;transform:translateX(-50%);display:none;align-items:center;gap:10u;width:max-content;max-width:calc(100vw - 32u);margin:0;padding-block:6u;padding-inline:14u 6u;border:0;border-radius:16r;
 background:var(--s0);color:var(--t1);box-shadow:var(--shadow);font:500 14u/1.35 var(--font);opacity:1;translate:0;transition:opacity .15s ease-out,translate .15s ease-out}
.toast:popover-open{display:flex}
@starting-style{.toast:popover-open{opacity:0;translate:0 -8px}}
.toast-text{padding:6u 0;overflow-wrap:anywhere}
.toast-mark{display:grid;place-items:center;flex:none;width:22u;height:22u;border-radius:50%}
.toast-mark .icon{width:14u;height:14u;stroke-width:2.6}
.toast[data-kind=success] .toast-mark{background:var(--gain-soft);color:var(--gain-text)}
.toast[data-kind=warning] .toast-mark{background:var(--warn-soft);color:var(--accent-text)}
.toast[data-kind=error] .toast-mark{background:var(--loss-soft);color:var(--loss-text)}
.toast .icon-button{width:32u;height:32u;background:none}
.toast .icon-button .icon{width:16u;height:16u}
.toast .spinner{width:18u;height:18u}

@media(max-width:430px){
.dialog{padding:0;place-items:end stretch}
.dialog .card{max-width:none;border-radius:24r 24r 0 0;padding-bottom:env(safe-area-inset-bottom);transform:translateY(24u)}
@starting-style{.dialog[open] .card{transform:translateY(24u)}}
.stage{max-height:calc(100dvh - 64u - 32u - env(safe-area-inset-bottom))}
.toast{top:calc(12u + env(safe-area-inset-top))}
}
@media(prefers-reduced-motion:reduce){
.dialog,.dialog::backdrop,.card,.toast,.btn,.row,.icon-button{transition:none!important}
.title,.card[data-shake],.tab-panel{animation:none!important}
.skeleton::after{animation:none!important}
}
`) +
  controlsCss +
  listCss +
  pieceCss +
  forcedColorsCss
