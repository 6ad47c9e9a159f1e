/** The frame's page: one card that fills it. The host draws the corners and the shadow around the iframe. */
export const cardCss = `
html,body,#root{height:100%}
body{background:var(--s0);overflow:hidden}
.card{position:relative;display:flex;flex-direction:column;height:100%;min-height:0;overflow:hidden;background:var(--s0)}
.header{display:grid;grid-template-columns:36u 1fr 36u;align-items:start;gap:8u;flex:none;padding:14u 14u 10u}
.heading{display:flex;flex-direction:column;align-items:center;min-width:0;padding-top:2u;text-align:center}
.title{font-size:17u;font-weight:600;line-height:1.3;letter-spacing:-.012em;overflow-wrap:anywhere;animation:appear .12s ease-out}
@keyframes appear{from{opacity:0}}
.asker{max-width:100%;font-size:13u;line-height:1.4;color:var(--t2);overflow-wrap:anywhere}
.asker b{font-weight:600;color:var(--t1)}
.stage{position:relative;flex:1;min-height:0;overflow:hidden auto;overscroll-behavior:contain;scrollbar-width:thin;scrollbar-color:var(--s2) transparent}
.view{display:flex;flex-direction:column;gap:12u;padding:4u 20u 20u}
.view[data-foot]{padding-bottom:14u}
.foot{position:relative;z-index:1;flex:none;display:flex;flex-direction:column;gap:10u;padding:12u 20u calc(20u + env(safe-area-inset-bottom));background:var(--s0);border-top:1px solid var(--line)}`
