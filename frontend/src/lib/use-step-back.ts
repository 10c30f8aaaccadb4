import { useNavigate } from 'react-router-dom';

/**
 * Goes one step back in the browser's history; without history it opens `home`.
 * @param home path of the parent page
 */
export function useStepBack(home: string): () => void {
  const navigate = useNavigate();
  return () => {
    if (window.history.length > 1) navigate(-1);
    else navigate(home, { replace: true });
  };
}
