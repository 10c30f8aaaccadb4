import { type MouseEvent, type PointerEvent, useRef } from 'react';
import type { Selection } from './selection.ts';

/** Milliseconds that a finger rests on a game to select it. */
const longPress = 450;

/** Pixels that it may move meanwhile. */
const slack = 10;

const guidAt = (target: EventTarget): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-guid]')?.dataset.guid : undefined;

/**
 * Selecting by pointer: a long press of a finger, Shift and a click, also for a range, Ctrl or ⌘ and a click beside a link; and,
 * once something is selected, a plain click on a game.
 * @returns handlers for what is around the games
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
      // The menu of a link would come up under the finger.
      if (press.current || wasLong.current) event.preventDefault();
    },
    onClickCapture: (event: MouseEvent) => {
      const { target, shiftKey, ctrlKey, metaKey, detail, nativeEvent } = event;
      // Enter on a link is a click too, by no pointer.
      const isByKey = detail === 0 && !(nativeEvent instanceof window.PointerEvent && nativeEvent.pointerType);
      const guid = guidAt(target);
      if (!guid || isByKey || !(target instanceof Element)) return;
      // The finger that has selected is lifted, maybe from the box that has come up under it.
      const isOver = wasLong.current;
      wasLong.current = false;
      const withCtrl = ctrlKey || metaKey;
      const isControl = target.closest('button, input, label') !== null;
      // Everywhere such a click opens a link in a tab of its own.
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
