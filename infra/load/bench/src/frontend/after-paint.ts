/** For a page. A message posted in an animation frame is handled after that frame has been painted. */
export const afterPaint = `
  window.afterPaint = (then) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => then(performance.now());
    port2.postMessage(null);
  });
`;
