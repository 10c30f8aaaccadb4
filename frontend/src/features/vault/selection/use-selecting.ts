import { type MouseEvent, type PointerEvent, useRef } from 'react';
import type { Selection } from './selection.ts';

/** Milliseconds of a long press, which selects a game. */
const longPress = 450;

/** Pixels that the finger may move during a long press. */
const slack = 10;

const guidAt = (target: EventTarget): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-guid]')?.dataset.guid : undefined;

/**
 * Selection by pointer: long press, Shift+click (also for a range), Ctrl or ⌘+click outside links, and, once something
 * is selected, a plain click.
 * @returns handlers for the element around the games
 */
export function useSelecting(selection: Selection, order: () => readonly string[]) {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | null>(null);
  const wasLong = useRef(false);

  const release = () => {
    clearTimeout(press.current?.timer);
    press.current = null;
  };

  return {
    onPointerDown: ({ target, pointerType, clientX, clientY }: PointerEvent) => {
      release();
      wasLong.current = false;
      const guid = guidAt(target);
      if (pointerType === 'mouse' || !guid || !(target instanceof Element) || target.closest('button, input')) return;
      const timer = setTimeout(() => {
        wasLong.current = true;
        selection.toggle(guid);
        navigator.vibrate?.(10);
      }, longPress);
      press.current = { timer, x: clientX, y: clientY };
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      if (press.current && Math.hypot(clientX - press.current.x, clientY - press.current.y) > slack) release();
    },
    onPointerUp: release,
    onPointerCancel: release,
    onContextMenu: (event: MouseEvent) => {
      // A link's context menu would open under the finger.
      if (press.current || wasLong.current) event.preventDefault();
    },
    onClickCapture: (event: MouseEvent) => {
      const { target, shiftKey, ctrlKey, metaKey, detail, nativeEvent } = event;
      // Enter on a link also triggers a click, but without a pointer.
      const isByKey = detail === 0 && !(nativeEvent instanceof window.PointerEvent && nativeEvent.pointerType);
      const guid = guidAt(target);
      if (!guid || isByKey || !(target instanceof Element)) return;
      // The click that ends a long press, possibly on the checkbox that appeared under the finger.
      const isOver = wasLong.current;
      wasLong.current = false;
      const withCtrl = ctrlKey || metaKey;
      const isControl = target.closest('button, input, label') !== null;
      // Browsers open a link in a new tab with such a click.
      const isForTab = withCtrl && !shiftKey && target.closest('a') !== null;
      const isMeant = shiftKey || withCtrl || selection.guids().size > 0;
      if (!isOver && (isControl || isForTab || !isMeant)) return;
      event.preventDefault();
      event.stopPropagation();
      if (isOver) return;
      if (shiftKey) selection.extendTo(guid, order());
      else selection.toggle(guid);
    },
  };
}
